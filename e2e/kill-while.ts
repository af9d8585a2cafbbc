// Kills the product (kill -9) while a stand-in holds one of its requests.

type StandIn = { onStep: ((step: "before" | "after", message: never) => Promise<void>) | null };

/** `at`: before or after the stand-in has accepted the request that `cause` leads to. */
export async function killWhile(
  product: { kill(): Promise<void> },
  {
    at,
    standIn,
    cause,
  }: { at: "before" | "after"; standIn: StandIn; cause: () => Promise<unknown> },
): Promise<void> {
  const held = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  standIn.onStep = async (step) => {
    if (step !== at) return;
    held.resolve();
    await gone.promise;
  };
  await cause();
  await held.promise;
  await product.kill();
  standIn.onStep = null;
  gone.resolve();
}

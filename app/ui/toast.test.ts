import { expect, test, vi } from "vitest";
import { keepToastsOff, pressNewestAction, showToast } from "./toast.tsx";

test("a toast isn't shown while the screen is locked, and later ones are", () => {
  const undo = vi.fn();
  const show = () => showToast({ title: "Saved", action: { label: "Undo", onPress: undo } });
  const end = keepToastsOff();
  show();
  pressNewestAction();
  expect(undo).not.toHaveBeenCalled();
  end();
  show();
  pressNewestAction();
  expect(undo).toHaveBeenCalledTimes(1);
});

// Shown below a list that the server has cut short, because someone in an old session has read too
// many people's data.
import { useRevalidator } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { askForProof } from "#app/ui/proof/ask-for-proof.ts";
import { proofWords } from "#content/proof.ts";

export function ProofNeeded() {
  const { revalidate } = useRevalidator();
  const ask = async () => {
    if (await askForProof()) await revalidate();
  };
  return (
    <Empty
      action={
        <Button variant="outline" onClick={() => void ask()}>
          {proofWords.title}
        </Button>
      }
    >
      {proofWords.manyRead}
    </Empty>
  );
}

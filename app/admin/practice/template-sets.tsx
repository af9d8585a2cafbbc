// The template sets that a practice has, and copying another one to it.
import { useState } from "react";
import { Copies } from "#app/admin/copy-set/copies.tsx";
import { CopyPlanStep } from "#app/admin/copy-set/copy-plan.tsx";
import copying from "#app/admin/copy-set/copy-set.module.css";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { copySetWords } from "#content/console/template-sets.ts";
import type { PracticeDetail } from "#contract/practices.ts";
import boxes from "./box.module.css";

export function TemplateSets({ practice }: { practice: PracticeDetail }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const { copied, others } = practice.templateSets;
  return (
    <section className={boxes.box} aria-labelledby="template-sets">
      <h2 id="template-sets">
        {copySetWords.sets} {copied.length > 0 && <span>{copied.length}</span>}
      </h2>
      {copied.length === 0 && <p className={boxes.quiet}>{copySetWords.noSets}</p>}
      <Copies copies={copied} page="template-set" />
      <p>
        {others.length > 0 ? (
          <Button variant="outline" isSmall onClick={() => setIsOpen(true)}>
            {copySetWords.copyHere}
          </Button>
        ) : (
          <ButtonLink to="/admin/templates" variant="outline" isSmall>
            {copySetWords.write}
          </ButtonLink>
        )}
      </p>
      <Dialog isOpen={isOpen} onClose={close} title={copySetWords.copyHere}>
        {isOpen && <ChooseSet practice={practice} onDone={close} />}
      </Dialog>
    </section>
  );
}

function ChooseSet({ practice, onDone }: { practice: PracticeDetail; onDone: () => void }) {
  // The practice when the dialog was opened, even if the page refreshes.
  const [{ _id, templateSets }] = useState(practice);
  const [setId, setSetId] = useState(templateSets.others[0]?._id ?? "");
  return (
    <div className={copying.step}>
      <label className={copying.find}>
        {copySetWords.chooseSet}
        <select value={setId} onChange={({ target }) => setSetId(target.value)}>
          {templateSets.others.map((set) => (
            <option key={set._id} value={set._id}>
              {set.name}
            </option>
          ))}
        </select>
      </label>
      <CopyPlanStep key={setId} setId={setId} practices={[_id]} onDone={onDone} />
    </div>
  );
}

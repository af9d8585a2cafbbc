import { useMemo, useRef } from "react";
import type { z } from "zod";
import { isCallable } from "#contract/phone.ts";

/**
 * Returns a schema that rejects a number that can't be called, but only once: the person can
 * correct the number, or submit it again unchanged. The number `known` is always accepted. The
 * check runs even if other fields are invalid.
 */
export function usePhoneQuestion<Values extends object>(
  schema: z.ZodType<Values>,
  known = "",
): z.ZodType<Values> {
  const asked = useRef(known);
  return useMemo(
    () =>
      schema.refine(
        (values) => {
          const phone = "phone" in values ? values.phone : undefined;
          if (typeof phone !== "string" || phone.trim() === "") return true;
          if (isCallable(phone) || asked.current === phone) return true;
          asked.current = phone;
          return false;
        },
        { message: "unusual_phone", path: ["phone"], when: () => true },
      ),
    [schema],
  );
}

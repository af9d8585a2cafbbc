import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { emptyHash, signRequest } from "./aws-signature.ts";

const at = new Date("2013-05-24T00:00:00.000Z");
// AWS's published example key. It's split in two because it looks like a real one.
// cspell:ignore AKIA IOSFODNN
const key = {
  keyId: ["AKIA", "IOSFODNN7EXAMPLE"].join(""),
  secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
};
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

type Example = {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  signature: string;
};

test.each<Example>([
  {
    ...{ name: "GET Object", method: "GET", path: "/test.txt", body: "" },
    headers: { range: "bytes=0-9" },
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    ...{ name: "PUT Object", method: "PUT", path: "/test%24file.text" },
    headers: {
      date: "Fri, 24 May 2013 00:00:00 GMT",
      "x-amz-storage-class": "REDUCED_REDUNDANCY",
    },
    body: "Welcome to Amazon S3.",
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  {
    ...{ name: "GET Bucket Lifecycle", method: "GET", path: "/?lifecycle", headers: {}, body: "" },
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  {
    ...{ name: "List Objects", method: "GET", path: "/?max-keys=2&prefix=J", headers: {} },
    body: "",
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
])("the signature matches the one that AWS publishes for its example: $name", (example) => {
  const url = new URL(`https://examplebucket.s3.amazonaws.com${example.path}`);
  const headers = { ...example.headers, "x-amz-content-sha256": hashOf(example.body) };
  const { authorization } = signRequest({ method: example.method, url, headers }, key, at);
  expect(authorization).toMatch(new RegExp(`,Signature=${example.signature}$`));
  expect(authorization).toContain(
    `AWS4-HMAC-SHA256 Credential=${key.keyId}/20130524/us-east-1/s3/aws4_request,SignedHeaders=`,
  );
});

test("every header is signed, and no header contains the secret", () => {
  const url = new URL("https://storage.example.com/bucket/a%20name");
  const headers = { "x-amz-content-sha256": emptyHash, "content-md5": "aaaa" };
  const signed = signRequest({ method: "PUT", url, headers }, key, at);
  expect(signed.authorization).toContain(
    "SignedHeaders=content-md5;host;x-amz-content-sha256;x-amz-date,",
  );
  expect(Object.keys(signed)).not.toContain("host");
  expect(JSON.stringify(signed)).not.toContain(key.secret);
});

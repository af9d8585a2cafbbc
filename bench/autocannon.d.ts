// Declares the parts of autocannon that we use, because it has no types.
declare module "autocannon" {
  type Request = { body?: string; headers?: Record<string, string> };
  type Options = {
    url: string;
    connections: number;
    /** The duration in seconds. It can't be combined with `amount`. */
    duration?: number;
    /** The number of requests to send, as an alternative to `duration`. */
    amount?: number;
    method?: "GET" | "POST";
    headers?: Record<string, string>;
    requests?: { setupRequest(request: Request): Request }[];
  };
  type Result = {
    requests: { average: number };
    non2xx: number;
    errors: number;
    "2xx": number;
  };
  export default function autocannon(options: Options): Promise<Result>;
}

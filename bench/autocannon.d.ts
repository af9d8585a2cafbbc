// autocannon has no types. These are the parts we use.
declare module "autocannon" {
  type Request = { body?: string; headers?: Record<string, string> };
  type Options = {
    url: string;
    connections: number;
    /** Seconds. Not with `amount`. */
    duration?: number;
    /** How many requests, instead of how long. */
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

import type { z } from 'zod';

/**
 * A call in somebody else's protocol: notices of payment platforms, questions of a broker, a machine that fetches a file.
 * `routes` of the feature's server mounts it; this declaration is for the API reference.
 */
export interface ForeignCall {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  path: `/${string}`;
  summary: string;
  /** who calls, and by what it is believed: a signature, a token, a signed address */
  caller: string;
  query?: z.ZodObject;
  /** media type of the body; without a schema it is bytes */
  takes?: { type: string; schema?: z.ZodType };
  /** by status; without a type the answer has no body, without a schema it is bytes */
  answers: Readonly<Record<number, { says: string; type?: string; schema?: z.ZodType }>>;
}

import type { z } from 'zod';
import { type Access, defineEndpoint, type Endpoint, type EndpointOptions } from './endpoint.ts';
import { done, empty } from './schemas.ts';

type Nothing = ReturnType<typeof empty>;

/** Without `input` a call asks for nothing; without `output` it answers nothing and only does something. */
type Rest<I extends z.ZodObject, O extends z.ZodType, A extends Access> = Omit<
  EndpointOptions<I, O, A>,
  'method' | 'path' | 'access' | 'input' | 'output'
> & { input?: I; output?: O };

const callBy =
  (method: 'GET' | 'POST') =>
  <const A extends Access, I extends z.ZodObject = Nothing, O extends z.ZodType = Nothing>(
    path: `/${string}`,
    access: A,
    { input = empty() as unknown as I, output = done() as unknown as O, ...rest }: Rest<I, O, A>,
  ): Endpoint<I, O, A> =>
    defineEndpoint({ method, path, access, input, output, ...rest });

/** A call that reads: `listNotes: get('/api/notes/list', view, { input, output, summary })`. */
export const get = callBy('GET');
/** A call that writes, or one with more to say than an address holds. */
export const post = callBy('POST');

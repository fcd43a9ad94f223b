import type { z } from 'zod';
import { type Access, defineEndpoint, type Endpoint, type EndpointOptions } from './endpoint.ts';
import { done, empty } from './schemas.ts';

type Nothing = ReturnType<typeof empty>;

/** Without `input` a call asks for nothing; without `output` it answers nothing and only does something. */
type Rest<I extends z.ZodObject, O extends z.ZodType, A extends Access> = Omit<
  EndpointOptions<I, O, A>,
  'method' | 'path' | 'access' | 'input' | 'output'
> & { input?: I; output?: O };

/** Events that calls of a subject have in common. */
type Usual = Partial<Pick<Endpoint, 'refreshedBy' | 'emits'>>;

const callBy =
  (method: 'GET' | 'POST', usual: Usual = {}) =>
  <const A extends Access, I extends z.ZodObject = Nothing, O extends z.ZodType = Nothing>(
    path: `/${string}`,
    access: A,
    { input = empty() as unknown as I, output = done() as unknown as O, ...rest }: Rest<I, O, A>,
  ): Endpoint<I, O, A> =>
    defineEndpoint({ ...usual, method, path, access, input, output, ...rest });

/** A call that reads: `listNotes: get('/api/notes/list', view, { input, output, summary })`. */
export const get = callBy('GET');
/** A call that writes, or one with more to say than an address holds. */
export const post = callBy('POST');

/**
 * Calls about one thing: by which events those that read are refreshed, and which ones those that write emit, is said once.
 * `const { get, post } = callsAbout({ refreshedBy: [noteChanged], emits: [noteChanged] })`; a call may still say otherwise.
 */
export const callsAbout = ({ refreshedBy = [], emits = [] }: Usual) => ({
  get: callBy('GET', { refreshedBy }),
  post: callBy('POST', { emits }),
});

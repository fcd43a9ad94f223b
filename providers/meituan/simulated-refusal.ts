/** A no of the simulated Meituan: a code and its words. */
export class MeituanRefusal extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.code = code;
  }
}

export const answered = (data: unknown) => ({ code: 'OP_SUCCESS', msg: 'success', data, traceId: '0' });
export const refusedAnswer = (code: string, text: string) => ({ code, msg: text, data: null, traceId: '0' });

/** A no of the simulated Douyin, as its envelope says it. */
export class DouyinRefusal extends Error {
  readonly code: string;

  constructor(code: string | number, text: string) {
    super(text);
    this.code = String(code);
  }
}

let serial = 0;
const logId = () => {
  serial += 1;
  return `20260000${String(serial).padStart(10, '0')}`;
};

export const envelope = (data: object) => ({
  data: { error_code: 0, description: 'success', ...data },
  extra: {
    error_code: 0,
    description: 'success',
    sub_error_code: 0,
    sub_description: '',
    logid: logId(),
    now: Math.floor(Date.now() / 1000),
  },
});

/** Codes are numbers on the wire. */
export const refusedEnvelope = (code: string, text: string) => ({
  data: { error_code: Number(code) || 2119001, description: text },
  extra: {
    error_code: Number(code) || 2119001,
    description: text,
    sub_error_code: 0,
    sub_description: text,
    logid: logId(),
    now: Math.floor(Date.now() / 1000),
  },
});

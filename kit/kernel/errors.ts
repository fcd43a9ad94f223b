/** Every refusal is a code (an i18n key) with parameters; the edge turns it into the caller's language. */
export type ErrorKind =
  | 'invalid'
  | 'unauthorized'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'tooMany'
  | 'unavailable';

const statusOfKind: Record<ErrorKind, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  tooMany: 429,
  unavailable: 503,
};

export type ErrorParams = Record<string, string | number>;

export interface FieldIssue {
  /** dotted path of the field inside the input */
  path: string;
  key: string;
  params?: ErrorParams;
}

export class AppError extends Error {
  readonly key: string;
  readonly kind: ErrorKind;
  readonly params: ErrorParams;
  readonly issues: readonly FieldIssue[];

  constructor(key: string, kind: ErrorKind = 'invalid', params: ErrorParams = {}, issues: FieldIssue[] = []) {
    super(key);
    this.name = 'AppError';
    this.key = key;
    this.kind = kind;
    this.params = params;
    this.issues = issues;
  }

  get status(): number {
    return statusOfKind[this.kind];
  }
}

export const invalid = (key: string, params?: ErrorParams) => new AppError(key, 'invalid', params);
export const conflict = (key: string, params?: ErrorParams) => new AppError(key, 'conflict', params);
export const tooMany = (key: string, params?: ErrorParams) => new AppError(key, 'tooMany', params);
export const unavailable = (key: string, params?: ErrorParams) => new AppError(key, 'unavailable', params);
/** Also the answer for another tenant's row: existence is not disclosed. */
export const missing = (key = 'kit:error.notFound', params?: ErrorParams) =>
  new AppError(key, 'missing', params);
export const forbidden = (key = 'kit:error.noPermission') => new AppError(key, 'forbidden');
export const unauthorized = (key = 'kit:error.loginExpired') => new AppError(key, 'unauthorized');
/** A refusal that belongs to one field of the input, shown beside it in forms. */
export const invalidField = (path: string, key: string, params?: ErrorParams) =>
  new AppError(key, 'invalid', params, [{ path, key, params }]);

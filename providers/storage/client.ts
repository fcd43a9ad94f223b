import type { Readable } from 'node:stream';

export interface StoredObject {
  body: Readable;
  sizeBytes: number;
  contentType?: string;
}

export interface TemporaryUploadOptions {
  contentType: string;
  maxBytes: number;
  /**
   * The exact size, where the uploader already knows it. An S3 presigned PUT can only be held to an exact
   * size, not to a limit: without this, compare the stored size with the limit once the upload is reported.
   */
  sizeBytes?: number;
  expiresSeconds: number;
}

/** What a browser needs to send one file straight to the store. */
export interface TemporaryUpload {
  method: 'PUT' | 'POST';
  url: string;
  headers: Record<string, string>;
  fields?: Record<string, string>;
  expiresAt: string;
}

export interface ObjectStore {
  put(
    key: string,
    body: Buffer | Readable,
    options: { contentType: string; sizeBytes?: number },
  ): Promise<void>;
  /**
   * Undefined when there is no such object, or when it ends before `fromByte`. The caller must read or destroy the
   * body; `sizeBytes` is what is left of it.
   */
  open(key: string, fromByte?: number): Promise<StoredObject | undefined>;
  remove(key: string): Promise<void>;
  temporaryUpload(key: string, options: TemporaryUploadOptions): Promise<TemporaryUpload>;
  /** Undefined where the store does not tell, as with S3. */
  freeBytes(): Promise<number | undefined>;
}

export type StorageErrorCode =
  | 'invalid_key'
  | 'size_mismatch'
  | 'too_large'
  | 'no_space'
  | 'rejected'
  | 'unreachable';

export class StorageError extends Error {
  readonly code: StorageErrorCode;
  readonly providerCode: string | undefined;

  constructor(code: StorageErrorCode, providerCode?: string, options?: ErrorOptions) {
    super(providerCode === undefined ? `storage ${code}` : `storage ${code}: ${providerCode}`, options);
    this.name = 'StorageError';
    this.code = code;
    this.providerCode = providerCode;
  }
}

const MAX_KEY_LENGTH = 512;
const MAX_SEGMENT_LENGTH = 200;
// A segment never starts with a dot: no "..", and the disk store's own folders stay out of reach.
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

export function isObjectKey(key: string): boolean {
  return (
    key.length <= MAX_KEY_LENGTH &&
    key.split('/').every((segment) => segment.length <= MAX_SEGMENT_LENGTH && SEGMENT.test(segment))
  );
}

/** The same keys in every store, so that moving from disk to S3 finds none that do not fit. */
export function checkObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new StorageError('invalid_key');
}

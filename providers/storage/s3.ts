import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { checkObjectKey, type ObjectStore, StorageError } from './client.ts';
import { withSpooledFile } from './spool.ts';

export interface S3StoreOptions {
  /** Left out, AWS itself. */
  endpoint?: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle?: boolean;
  now?: () => number;
}

interface ProviderError {
  name?: string;
  $metadata?: { httpStatusCode?: number };
}

function translated(error: unknown): unknown {
  if (error instanceof StorageError) return error;
  const { name, $metadata } = (error ?? {}) as ProviderError;
  const status = $metadata?.httpStatusCode;
  const code = status !== undefined && status < 500 ? 'rejected' : 'unreachable';
  return new StorageError(code, name, { cause: error });
}

function isMissing(error: unknown): boolean {
  return ['NoSuchKey', 'InvalidRange'].includes((error as ProviderError | undefined)?.name ?? '');
}

export function createS3Store(options: S3StoreOptions): ObjectStore {
  const { bucket: Bucket, now = Date.now } = options;
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: options.forcePathStyle ?? false,
    // The newer checksums are unknown to several S3-compatible stores, and would fix a presigned body in advance.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

  async function putObject(input: {
    Key: string;
    Body: Buffer | Readable;
    ContentType: string;
    ContentLength: number;
  }) {
    try {
      await client.send(new PutObjectCommand({ Bucket, ...input }));
    } catch (error) {
      throw translated(error);
    }
  }

  return {
    async put(key, body, { contentType, sizeBytes }) {
      checkObjectKey(key);
      const described = { Key: key, ContentType: contentType };
      if (Buffer.isBuffer(body)) {
        if (sizeBytes !== undefined && body.length !== sizeBytes) throw new StorageError('size_mismatch');
        await putObject({ ...described, Body: body, ContentLength: body.length });
        return;
      }
      // S3 wants the length in advance, and a stream that breaks off would leave the request hanging.
      await withSpooledFile(join(tmpdir(), 'coinyard-s3'), body, sizeBytes, (path, ContentLength) =>
        putObject({ ...described, Body: createReadStream(path), ContentLength }),
      );
    },

    async open(key, fromByte = 0) {
      checkObjectKey(key);
      try {
        const answer = await client.send(
          new GetObjectCommand({ Bucket, Key: key, ...(fromByte > 0 && { Range: `bytes=${fromByte}-` }) }),
        );
        if (!(answer.Body instanceof Readable)) throw new StorageError('rejected', 'NoBody');
        return { body: answer.Body, sizeBytes: answer.ContentLength ?? 0, contentType: answer.ContentType };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw translated(error);
      }
    },

    async remove(key) {
      checkObjectKey(key);
      try {
        await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
      } catch (error) {
        throw translated(error);
      }
    },

    async temporaryUpload(key, { contentType, maxBytes, sizeBytes, expiresSeconds }) {
      checkObjectKey(key);
      if (sizeBytes !== undefined && sizeBytes > maxBytes) throw new StorageError('too_large');
      const command = new PutObjectCommand({
        Bucket,
        Key: key,
        ContentType: contentType,
        ContentLength: sizeBytes,
      });
      const signingDate = new Date(now());
      const url = await getSignedUrl(client, command, {
        expiresIn: expiresSeconds,
        signingDate,
        signableHeaders: new Set(['host', 'content-type', 'content-length']),
      });
      const expiresAt = new Date(
        Math.floor(signingDate.getTime() / 1000 + expiresSeconds) * 1000,
      ).toISOString();
      return { method: 'PUT', url, headers: { 'content-type': contentType }, expiresAt };
    },

    freeBytes: async () => undefined,
  };
}

import type { FastifyInstance } from 'fastify';
import { minuteMs } from '#kit/kernel/time.ts';
import { keyedBytes, sameText } from '#kit/server/keyed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { Services } from '#kit/server/services.ts';

/** Files that machines fetch by a signed address: firmware, pictures and videos. */
export interface DeviceFiles {
  /** what the signature is about; a signature for one kind of files opens no other */
  kind: string;
  path: `/api/devices/${string}`;
  find(services: Services, id: string): Promise<DeviceFile | undefined>;
}

export interface DeviceFile {
  storageKey: string;
  sizeBytes: number;
  sha256: string;
}

const signature = (secrets: Secrets, kind: string, id: string, expires: number) =>
  keyedBytes(secrets.uploadSecret, `${kind}\n${id}\n${expires}`).toString('hex');

/** Devices have no session: the address itself says until when it opens, and which file. */
export function deviceFileUrl(
  services: Services,
  { kind, path }: Pick<DeviceFiles, 'kind' | 'path'>,
  id: string,
  expiresAt: Date,
): string {
  const expires = Math.ceil(expiresAt.getTime() / 1000);
  // without PUBLIC_URL nobody knows our address from outside: the device adds the one burnt in
  return `${services.config.publicUrl ?? ''}${path}/${id}?expires=${expires}&sig=${signature(services.secrets, kind, id, expires)}`;
}

function mayFetch(
  services: Services,
  kind: string,
  id: string,
  query: { expires?: string; sig?: string },
): boolean {
  const expires = Number(query.expires);
  if (!Number.isSafeInteger(expires) || expires * 1000 < services.clock.now().getTime()) return false;
  return sameText(query.sig ?? '', signature(services.secrets, kind, id, expires));
}

/** Whole or from a byte on (`Range: bytes=n-`), so that a download goes on where it broke off. */
export function mountDeviceFiles(app: FastifyInstance, services: Services, files: DeviceFiles): void {
  app.get<{ Params: { id: string }; Querystring: { expires?: string; sig?: string } }>(
    `${files.path}/:id`,
    { config: { rateLimit: { max: 600, timeWindow: minuteMs } }, schema: { hide: true } },
    async (request, reply) => {
      const { id } = request.params;
      if (!mayFetch(services, files.kind, id, request.query)) return reply.code(403).send();
      const found = await files.find(services, id);
      if (!found) return reply.code(404).send();
      const asked = /^bytes=(\d{1,15})-$/.exec(request.headers.range ?? '')?.[1];
      const from = Number(asked ?? 0);
      const file = await services.storage.open(found.storageKey, from);
      if (!file)
        return reply
          .code(asked ? 416 : 404)
          .header('content-range', `bytes */${found.sizeBytes}`)
          .send();
      reply
        .code(asked ? 206 : 200)
        .header('content-type', 'application/octet-stream')
        .header('accept-ranges', 'bytes')
        .header('content-length', file.sizeBytes)
        .header('etag', `"${found.sha256}"`);
      if (asked) reply.header('content-range', `bytes ${from}-${found.sizeBytes - 1}/${found.sizeBytes}`);
      return reply.send(file.body);
    },
  );
}

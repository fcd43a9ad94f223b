import type { Context } from '../context.ts';

/** Whether an address is one of our own pages: nothing is signed for others, and nobody is sent back to them. */
export function isOwnAddress(
  { services, request }: Pick<Context, 'services' | 'request'>,
  url: URL,
): boolean {
  if (url.origin === new URL(services.publicBase()).origin) return true;
  return services.config.publicUrl === undefined && url.host === request.headers.host;
}

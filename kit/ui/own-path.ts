/** A way back that came with the address: only a path of our own, `//evil.example` and `https:` would leave the site. */
export function ownPath(value: string | null): string | undefined {
  return value && /^\/(?![/\\])/.test(value) && !/[\p{Cc}]/u.test(value) ? value : undefined;
}

/**
 * Whom to believe about where a call comes from. Every proxy writes the address it was called from to the right of
 * X-Forwarded-For; so many entries from the right are theirs, the next is the caller, and whatever stands further left
 * the caller wrote itself.
 */
export const proxyTrust = (proxies: number): false | ((address: string, hop: number) => boolean) =>
  proxies > 0 && ((_address, hop) => hop < proxies);

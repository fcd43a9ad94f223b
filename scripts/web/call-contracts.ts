import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/**
 * A contract carries schemas, and schemas carry zod: a hundred kilobytes for who only wants to make a call. Where only
 * calls are made (players' pages) an import of a contract is answered
 * with what a call needs. Types see the contract itself, so nothing is written twice; what is left out (schemas,
 * functions) can not be imported there, and the build says so.
 */
const callsOnly = 'calls';
const contractFile = /\/features\/[^/]+\/[^/]+\/contract(\/[^/]+)?\.ts$/;
const callingFile = /\/features\/[^/]+\/[^/]+\/player\/|\/kit\/player\//;

/** Whether a file gets contracts without schemas. */
export const makesOnlyCalls = (path: string): boolean => callingFile.test(path);
export const isContract = (path: string): boolean => contractFile.test(path);

const callFields = ['method', 'path', 'access', 'place', 'answer', 'multipart', 'changes', 'lets'] as const;

const isEndpoint = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** JSON and nothing else: no function, no class, no undefined. */
function isPlain(value: unknown): boolean {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value as object).every(isPlain);
}

/** An export as it reaches the browser; undefined for what stays behind. */
function lightened(value: unknown): unknown {
  if (isEndpoint(value)) return Object.fromEntries(callFields.map((field) => [field, value[field]]));
  if (isPlain(value)) return value;
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length > 0 && entries.every(([, entry]) => isEndpoint(entry)))
    return Object.fromEntries(entries.map(([name, entry]) => [name, lightened(entry)]));
  return undefined;
}

/** The text of the module that stands for a contract. */
export const callModule = (exports: Record<string, unknown>): string =>
  Object.entries(exports)
    .map(([name, value]) => [name, lightened(value)] as const)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');

export const callContracts = (): Plugin => ({
  name: 'call-contracts',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!importer || !makesOnlyCalls(importer) || !source.includes('contract')) return undefined;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && isContract(found.id) ? `${found.id}?${callsOnly}` : undefined;
  },
  async load(id) {
    const [path = '', query] = id.split('?', 2);
    if (query !== callsOnly || !isContract(path)) return undefined;
    this.addWatchFile(path);
    // Node itself reads the contract; while developing it has to forget the last version.
    const version = this.meta.watchMode ? `?at=${Date.now()}` : '';
    return callModule((await import(pathToFileURL(path).href + version)) as Record<string, unknown>);
  },
});

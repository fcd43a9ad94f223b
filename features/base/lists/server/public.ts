export {
  type Archive,
  ArchiveRefusal,
  listOld,
  listStored,
  readPart,
  restorePart,
  storePart,
} from './archive-parts.ts';
export { registerSearch } from './searchers.ts';

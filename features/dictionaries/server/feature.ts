import { serveFeature } from '#kit/server/context.ts';
import dictionariesFeature from '../feature.ts';
import { readDictionary } from './read-dictionary.ts';
import { readRegionTree } from './read-region-tree.ts';

export default serveFeature(dictionariesFeature, { handlers: { readDictionary, readRegionTree } });

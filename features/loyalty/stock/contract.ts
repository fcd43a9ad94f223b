import { documentsContract } from './contract/documents.ts';
import { goodsContract } from './contract/goods.ts';
import { levelsContract } from './contract/levels.ts';
import { placesContract } from './contract/places.ts';

export const stockContract = { ...goodsContract, ...placesContract, ...levelsContract, ...documentsContract };

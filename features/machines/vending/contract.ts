import { laneCalls } from './contract/lanes.ts';
import { stockCalls } from './contract/stock.ts';
import { templateCalls } from './contract/templates.ts';

export const vendingContract = { ...templateCalls, ...laneCalls, ...stockCalls };

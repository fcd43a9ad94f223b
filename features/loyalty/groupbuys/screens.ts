import { defineScreens } from '#kit/contract/screen.ts';
import type { groupBuysContract } from './contract.ts';

export default defineScreens<typeof groupBuysContract>('groupbuys', () => []);

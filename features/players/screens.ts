import { defineScreens } from '#kit/contract/screen.ts';
import type { playersContract } from './contract.ts';

export default defineScreens<typeof playersContract>('players', []);

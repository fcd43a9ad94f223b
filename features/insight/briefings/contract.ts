import { choicesContract } from './contract/choices.ts';
import { todayContract } from './contract/today.ts';

export const briefingsContract = { ...todayContract, ...choicesContract };

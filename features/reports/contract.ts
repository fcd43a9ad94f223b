import { revenueContract } from './contract/revenue.ts';
import { statisticsContract } from './contract/statistics.ts';

export const reportsContract = { ...statisticsContract, ...revenueContract };

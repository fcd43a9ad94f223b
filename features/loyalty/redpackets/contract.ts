import { campaignCalls } from './contract/campaigns.ts';
import { ownCalls } from './contract/own.ts';

export type { CampaignDetail, CampaignRecord, GroupFigures } from './contract/campaigns.ts';
export type { OwnClaim, PacketPage } from './contract/own.ts';

export const redpacketsContract = { ...campaignCalls, ...ownCalls };

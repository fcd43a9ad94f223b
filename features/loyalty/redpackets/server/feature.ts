import { registerTool } from '#features/loyalty/marketing/server/public.ts';
import { registerDoor } from '#features/money/allowance/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { redpacketsFeature } from '../feature.ts';
import { campaignHandlers } from './campaign-handlers.ts';
import { redPacketChecks } from './checks.ts';
import { endOverCampaigns } from './end-campaign.ts';
import { redPacketTool } from './marketing-tool.ts';
import { ownHandlers } from './own-handlers.ts';
import { redPacketDoor } from './start-campaign.ts';
import { watchTransfers } from './watch-transfers.ts';

export default serveFeature(redpacketsFeature, {
  handlers: { ...campaignHandlers, ...ownHandlers },
  checks: redPacketChecks,
  jobs: [
    {
      name: 'redpackets.end-campaigns',
      cron: '*/5 * * * *',
      run: async (services) => {
        await endOverCampaigns(services);
      },
    },
  ],
  async start(services) {
    registerDoor(services, 'redPacket', redPacketDoor);
    watchTransfers(services);
    registerTool(services, redPacketTool);
  },
});

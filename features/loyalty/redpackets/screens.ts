import { defineScreens } from '#kit/contract/screen.ts';
import type { redpacketsContract } from './contract.ts';

export default defineScreens<typeof redpacketsContract>('redpackets', ({ staff, player }) => [
  staff('/redPacket', 'list', 'listCampaigns', () => import('./web/campaign-list.tsx'), {
    depth: 3,
    menu: { tabOf: '/marketingTools', icon: 'gift', sort: 5 },
  }),
  staff('/redPacket/addRedpacket', 'add', 'startCampaign', () => import('./web/add-campaign.tsx'), {
    depth: 4,
  }),
  staff('/redPacket/detail/:id', 'detail', 'readCampaign', () => import('./web/campaign-detail.tsx'), {
    depth: 4,
  }),
  player('/red-packet', 'open', null, () => import('./player/packet-page.tsx'), { asksWho: true }),
]);

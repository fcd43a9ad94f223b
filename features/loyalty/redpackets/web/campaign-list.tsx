import type { Action } from '#kit/pages/actions.ts';
import { callOf, forOne } from '#kit/pages/actions.ts';
import { deskOnly, listPage, optional } from '#kit/pages/list-page.tsx';
import { type CampaignRecord, redpacketsContract } from '../contract.ts';

const { listCampaigns, startCampaign, endCampaigns } = redpacketsContract;

const end: Action<CampaignRecord[]> = {
  label: 'redpackets:action.end',
  icon: 'x',
  danger: true,
  visible: (list) => list.every(({ state }) => state !== 'ended'),
  call: callOf(endCampaigns, (list: CampaignRecord[]) => ({ ids: list.map(({ id }) => id) })),
  confirm: { title: 'redpackets:confirm.end', body: 'redpackets:confirm.endBody' },
  success: 'redpackets:page.ended',
};

/** /redPacket: campaigns with their budget, what was opened, and what a visit cost. */
export default listPage({
  endpoint: listCampaigns,
  columns: [
    { key: 'name', label: 'redpackets:field.name', phone: 'what' },
    { key: 'state', label: 'redpackets:field.state' },
    { key: 'target', phone: 'more' },
    { key: 'budget', phone: false },
    { key: 'given', phone: 'amount' },
    ...deskOnly('pieces', 'claims', 'visits', 'costPerVisitFen'),
    { key: 'untilDay', phone: false },
    ...optional('fromDay', 'siteNames', 'split', 'createdAt'),
  ],
  filters: ['target'],
  search: 'name',
  rowTo: ({ id }) => `/redPacket/detail/${id}`,
  actions: [
    {
      label: 'redpackets:action.start',
      icon: 'plus',
      primary: true,
      to: () => '/redPacket/addRedpacket',
      needs: startCampaign,
    },
  ],
  rowActions: [forOne(end)],
  bulkActions: [end],
  empty: { title: 'redpackets:empty.campaigns', hint: 'redpackets:empty.campaignsHint' },
  icon: 'gift',
});

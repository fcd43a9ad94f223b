import { useMemo } from 'react';
import { useParams } from 'react-router';
import { type Action, callOf } from '#kit/pages/actions.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { defineList } from '#kit/pages/list-definition.ts';
import { ListPage } from '#kit/pages/list-page.tsx';
import { type CampaignDetail, redpacketsContract } from '../contract.ts';
import { CampaignResult } from './campaign-result.tsx';
import { ShareCampaign } from './share-campaign.tsx';

const { readCampaign, endCampaigns, listPacketClaims } = redpacketsContract;

const end: Action<CampaignDetail> = {
  label: 'redpackets:action.end',
  icon: 'x',
  danger: true,
  visible: ({ state }) => state !== 'ended',
  call: callOf(endCampaigns, ({ id }: CampaignDetail) => ({ ids: [id] })),
  confirm: { title: 'redpackets:confirm.end', body: 'redpackets:confirm.endBody' },
  success: 'redpackets:page.ended',
};

const claimsOf = (campaignId: string) =>
  defineList({
    endpoint: listPacketClaims,
    input: { campaignId },
    columns: [
      { key: 'playerName', phone: 'what' },
      { key: 'amount', phone: 'amount' },
      { key: 'state', label: 'redpackets:field.claimState' },
      { key: 'fieldName', phone: 'more' },
      { key: 'reason', phone: false },
      'createdAt',
    ],
    filters: ['state'],
    facts: true,
    empty: { title: 'redpackets:empty.claims' },
    id: 'claims',
    icon: 'gift',
  });

const detail = (id: string) =>
  defineDetail({
    endpoint: readCampaign,
    input: { id },
    head: { title: 'name', state: 'state', facts: ['target', 'fromDay', 'untilDay'] },
    danger: [end],
    sections: [
      {
        title: 'redpackets:section.money',
        figures: ['budget', 'given', 'held', 'costPerVisitFen'],
        rows: [
          'claims',
          'pieces',
          { key: 'waiting', visible: ({ target }) => target === 'wechat' },
          { key: 'returned', visible: ({ target }) => target === 'wechat' },
          { key: 'released', visible: ({ state }) => state === 'ended' },
          { key: 'endedAt', visible: ({ endedAt }) => endedAt !== null },
        ],
      },
      {
        title: 'redpackets:section.share',
        visible: ({ state }) => state !== 'ended',
        content: (campaign) => <ShareCampaign campaign={campaign} />,
      },
      { title: 'redpackets:section.result', content: (campaign) => <CampaignResult campaign={campaign} /> },
      {
        title: 'redpackets:section.rules',
        rows: ['split', 'audienceText', 'siteNames', 'needsPhone', 'holdOutPercent', 'userName', 'createdAt'],
      },
    ],
    tabs: [
      {
        key: 'claims',
        label: 'redpackets:section.claims',
        content: ({ id: campaignId }) => <Claims campaignId={campaignId} />,
      },
    ],
  });

function Claims({ campaignId }: { campaignId: string }) {
  const definition = useMemo(() => claimsOf(campaignId), [campaignId]);
  return <ListPage definition={definition} />;
}

/** /redPacket/detail/:id: the money of a campaign, what it brought, and who opened packets. */
export default function CampaignDetailPage() {
  const { id = '' } = useParams();
  const definition = useMemo(() => detail(id), [id]);
  return <DetailPage definition={definition} />;
}

import { Bar, Page } from '#kit/player/page.tsx';
import { Tabs } from '#kit/player/tabs.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { InputSamples } from './input-samples.tsx';
import { ListSample } from './list-sample.tsx';
import { MoneySamples } from './money-samples.tsx';
import { PieceSamples } from './piece-samples.tsx';

const tabs = ['pieces', 'inputs', 'money', 'list'] as const;
const parts = { pieces: PieceSamples, inputs: InputSamples, money: MoneySamples, list: ListSample };

/** For developers: every piece of the players' kit with real behaviour, on a page as players have it. */
export default function PlayerGallery() {
  const t = useText();
  return (
    <Page bar={<Bar title={t('gallery:screen.player')} back="/_kit" />}>
      <Tabs tabs={tabs} name={(tab) => t(`gallery:player.tab.${tab}`)} label={t('gallery:screen.player')}>
        {(open) => {
          const Part = parts[open];
          return <Part />;
        }}
      </Tabs>
    </Page>
  );
}

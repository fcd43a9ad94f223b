import { useState } from 'react';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { ForPlayer } from '#kit/player/for-player.tsx';
import { List, Row } from '#kit/player/list.tsx';
import { Blank } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { addressesContract } from '../contract/addresses.ts';
import { AddressSheet, blankAddress, type Draft } from './address-form.tsx';

const homePath = '/program';

/** /subIntegralStore/addAddress: where goods are sent. */
export default function AddressesPage() {
  const t = useText();
  const title = t('players:screen.addresses');
  return (
    <ForPlayer title={title} hint={t('players:page.nobodyHint')} back={homePath}>
      {() => <OwnAddresses title={title} />}
    </ForPlayer>
  );
}

function OwnAddresses({ title }: { title: string }) {
  const t = useText();
  const answer = useAnswer(addressesContract.listAddresses, {});
  const [draft, setDraft] = useState<Draft>();
  return (
    <Page
      bar={<Bar title={title} back={homePath} />}
      foot={<Button onClick={() => setDraft(blankAddress)}>{t('players:page.add')}</Button>}
    >
      <Answered answer={answer} skeleton={<Skeleton shape="row" count={3} />}>
        {(addresses) =>
          addresses.length === 0 ? (
            <Blank title={t('players:page.none')} hint={t('players:page.noneHint')} />
          ) : (
            <List label={title}>
              {addresses.map((one) => (
                <Row
                  key={one.id}
                  title={`${one.name} ${one.phone}`}
                  note={`${one.region} ${one.street}`}
                  onClick={() => setDraft(one)}
                />
              ))}
            </List>
          )
        }
      </Answered>
      <AddressSheet
        draft={draft}
        onClose={() => setDraft(undefined)}
        onDone={() => {
          setDraft(undefined);
          void answer.again();
        }}
      />
    </Page>
  );
}

import { useAnswer } from '#kit/player/answers.ts';
import { Button, LinkButton } from '#kit/player/button.tsx';
import { Card, Facts } from '#kit/player/card.tsx';
import { List, Row } from '#kit/player/list.tsx';
import { Blank } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { useQuery } from '#kit/player/place.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { galleryContract } from '../contract.ts';

export default function CityDetail() {
  const t = useText();
  const id = useQuery().get('id') ?? '';
  const { data, failure, final, again } = useAnswer(galleryContract.readCity, { id }, { enabled: id !== '' });
  const bar = <Bar title={data?.name ?? t('gallery:screen.playerCity')} back="/_kit/player" />;
  if (!id || final)
    return (
      <Page bar={bar}>
        <Blank title={t('gallery:player.chooseCity')}>
          <LinkButton kind="soft" to="/_kit/player?tab=list">
            {t('gallery:player.tab.list')}
          </LinkButton>
        </Blank>
      </Page>
    );
  return (
    <Page bar={bar}>
      {data ? (
        <>
          <Card>
            <Facts
              facts={[
                { name: t('gallery:player.code'), value: data.id },
                { name: t('gallery:player.province'), value: data.provinceName },
                { name: t('gallery:player.districts'), value: data.districtCount },
              ]}
            />
          </Card>
          {data.districts.length > 0 && (
            <List label={t('gallery:player.districts')}>
              {data.districts.map(({ code, name }) => (
                <Row key={code} title={name} value={code} />
              ))}
            </List>
          )}
        </>
      ) : failure ? (
        <Blank title={t('kit:ui.loadFailed')} hint={failure}>
          <Button onClick={() => void again()}>{t('kit:action.retry')}</Button>
        </Blank>
      ) : (
        <Skeleton count={3} />
      )}
    </Page>
  );
}

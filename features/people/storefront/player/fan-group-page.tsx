import { AtShop } from '#features/people/playerapp/player/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { Answered } from '#kit/player/answered.tsx';
import { useAnswer } from '#kit/player/answers.ts';
import { Card } from '#kit/player/card.tsx';
import { Blank, Notice } from '#kit/player/notice.tsx';
import { Bar, Page } from '#kit/player/page.tsx';
import { Skeleton } from '#kit/player/skeleton.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { storefrontContract } from '../contract.ts';
import classes from './fan-group.module.css';

const { showFanGroup } = storefrontContract;

/** /program/my/fansGroup: the code of the shop's group, to hold down or to save. */
export default function FanGroupPage() {
  const t = useText();
  return (
    <AtShop title={t('storefront:screen.fansGroup')} hint={t('storefront:group.whereHint')}>
      {(fieldId) => <Group fieldId={fieldId} />}
    </AtShop>
  );
}

function Group({ fieldId }: { fieldId: string }) {
  const t = useText();
  const answer = useAnswer(showFanGroup, { fieldId });
  return (
    <Page bar={<Bar title={t('storefront:screen.fansGroup')} back="/program/my" />}>
      <Answered answer={answer} skeleton={<Skeleton shape="picture" count={2} />}>
        {(shop) => <OfShop shop={shop} />}
      </Answered>
    </Page>
  );
}

function OfShop({ shop: { fieldName, group } }: { shop: OutputOf<typeof showFanGroup> }) {
  const t = useText();
  if (!group)
    return (
      <Blank title={t('storefront:group.none')} hint={t('storefront:group.noneHint', { shop: fieldName })} />
    );
  if (!group.qr)
    return (
      <Blank
        title={t('storefront:group.over')}
        hint={t('storefront:group.overHint', { shop: fieldName, name: group.name })}
      />
    );
  return (
    <Card heading={group.name} aside={fieldName}>
      {group.intro && <p className={classes.intro}>{group.intro}</p>}
      <img src={group.qr} alt={t('storefront:group.code', { name: group.name })} className={classes.code} />
      <p className={classes.hint}>{t('storefront:group.how')}</p>
      <Notice>{t('storefront:group.until', { day: group.endsOn })}</Notice>
    </Card>
  );
}

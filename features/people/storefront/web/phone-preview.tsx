import { useState } from 'react';
import { siteSource } from '#features/base/sites/web/public.ts';
import { PictureStrip } from '#kit/drawings/picture-strip.tsx';
import { businessDay } from '#kit/kernel/time.ts';
import { useCall } from '#kit/ui/api.ts';
import { currentSiteStore } from '#kit/ui/current-site.ts';
import { Heading, Hint } from '#kit/ui/display.tsx';
import { Field } from '#kit/ui/fields/field.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useStore } from '#kit/ui/store.ts';
import { storefrontContract } from '../contract.ts';
import classes from './storefront.module.css';

const source = siteSource();

/** How the head of the home page looks at a shop on a day, in the size that it has there. */
export function PhonePreview() {
  const t = useText();
  const here = useStore(currentSiteStore)?.id;
  const [chosen, choose] = useState<string>();
  const [day, setDay] = useState(() => businessDay(new Date()));
  const { data: sites } = useCall(source.endpoint, {} as never);
  const first = (sites as { id: string; name: string }[] | undefined)?.[0]?.id;
  const fieldId = chosen ?? here ?? first;
  return (
    <section className={classes.preview}>
      <Heading>{t('storefront:preview.title')}</Heading>
      <div className={classes.choices}>
        <Field
          kind="reference"
          source={source}
          label={t('kit:thing.siteLabel')}
          value={fieldId}
          onChange={(value: unknown) => choose(value as string | undefined)}
        />
        <Field
          kind="date"
          label={t('storefront:preview.day')}
          value={day}
          onChange={(value: unknown) => setDay((value as string | undefined) ?? businessDay(new Date()))}
        />
      </div>
      <div className={classes.phone}>
        <div className={classes.screen}>
          {fieldId && <Shown fieldId={fieldId} day={day} />}
          <div className={classes.bone} data-short />
          <div className={classes.bone} />
          <div className={classes.bone} />
        </div>
      </div>
    </section>
  );
}

function Shown({ fieldId, day }: { fieldId: string; day: string }) {
  const t = useText();
  const { data } = useCall(storefrontContract.previewSlides, { fieldId, day }, { keepPrevious: true });
  if (!data) return <div className={classes.room} />;
  if (data.length === 0)
    return (
      <div className={classes.room}>
        <Hint>{t('storefront:preview.none')}</Hint>
      </div>
    );
  return (
    <PictureStrip
      key={data.map(({ id }) => id).join()}
      pictures={data}
      label={t('storefront:preview.title')}
    />
  );
}

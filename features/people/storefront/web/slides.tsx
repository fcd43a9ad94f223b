import { type Action, callOf, removing } from '#kit/pages/actions.ts';
import { OrderedNames } from '#kit/pages/ordered-names.tsx';
import { useAct } from '#kit/ui/api.ts';
import { StatusBadge } from '#kit/ui/display.tsx';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { type SlideRecord, storefrontContract } from '../contract.ts';
import { PhonePreview } from './phone-preview.tsx';
import { slideForm } from './slide-form.tsx';
import classes from './storefront.module.css';

const { listSlides, removeSlides, sortSlides } = storefrontContract;

const actions: readonly Action<SlideRecord>[] = [
  { label: 'kit:action.edit', icon: 'edit', form: slideForm },
  {
    ...removing,
    call: callOf(removeSlides, ({ id }: SlideRecord) => ({ ids: [id] })),
    confirm: { title: 'storefront:confirm.removeSlide', params: ({ name }) => ({ name }) },
  },
];

const texts = {
  lead: 'storefront:slides.lead',
  add: 'storefront:action.add',
  emptyTitle: 'storefront:slides.emptyTitle',
  emptyHint: 'storefront:slides.emptyHint',
};

const tones = { shown: 'good', waiting: 'waiting', over: 'quiet', off: 'quiet' } as const;

function daysText({ fromDay, toDay }: SlideRecord, t: Translate): string {
  if (fromDay && toDay) return t('storefront:slides.between', { from: fromDay, to: toDay });
  if (fromDay) return t('storefront:slides.from', { day: fromDay });
  return toDay ? t('storefront:slides.to', { day: toDay }) : t('storefront:slides.always');
}

const targetText = ({ link, page, address }: SlideRecord, t: Translate): string => {
  if (link === 'page') return t(`storefront:pageName.${page}`);
  return link === 'outside' && address ? new URL(address).host : '';
};

function Beside({ slide }: { slide: SlideRecord }) {
  const t = useText();
  return (
    <>
      <StatusBadge tone={tones[slide.state]}>{t(`storefront:state.${slide.state}`)}</StatusBadge>{' '}
      {[slide.fieldName ?? t('storefront:slides.allSites'), daysText(slide, t), targetText(slide, t)]
        .filter(Boolean)
        .join(' · ')}
    </>
  );
}

/** /carouselImage: the pictures at the head of the players' home page, and how they look there. */
export default function Slides() {
  const sort = useAct(sortSlides);
  return (
    <Loaded call={[listSlides, {}]} skeleton="list">
      {(slides) => (
        <div className={classes.both}>
          <div>
            <OrderedNames
              rows={slides}
              form={slideForm}
              actions={actions}
              beside={(slide) => <Beside slide={slide} />}
              picture={({ image }) => <img src={image} alt="" loading="lazy" className={classes.thumb} />}
              sort={{
                endpoint: sortSlides,
                pending: sort.isPending,
                run: (ids) => sort.mutate({ ids }),
              }}
              texts={texts}
            />
          </div>
          {slides.length > 0 && <PhonePreview />}
        </div>
      )}
    </Loaded>
  );
}

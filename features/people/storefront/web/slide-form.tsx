import { siteSource } from '#features/base/sites/web/public.ts';
import { formAction } from '#kit/pages/form-action.ts';
import type { Values } from '#kit/pages/form-state.ts';
import { useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { slideMaxBytes } from '../contract/slides.ts';
import { type SlideRecord, storefrontContract } from '../contract.ts';

const { saveSlide, listLinkHosts } = storefrontContract;

/** A new picture, or another wish for one. */
export const slideForm = formAction({
  endpoint: saveSlide,
  title: (slide: SlideRecord | undefined, t) => t(slide ? 'kit:action.edit' : 'storefront:action.add'),
  initial: (slide) =>
    slide
      ? {
          id: slide.id,
          name: slide.name,
          image: slide.image,
          fieldId: slide.fieldId ?? undefined,
          link: slide.link,
          page: slide.page ?? undefined,
          address: slide.address ?? undefined,
          fromDay: slide.fromDay ?? undefined,
          toDay: slide.toDay ?? undefined,
          enabled: slide.enabled,
        }
      : { link: 'none', enabled: true },
  fields: (slide) => [
    {
      name: 'image',
      label: 'storefront:field.image',
      kind: 'picture',
      busType: 'picture',
      maxBytes: slideMaxBytes,
      hint: 'storefront:hint.image',
    },
    { name: 'name', hint: 'storefront:hint.name' },
    {
      name: 'fieldId',
      label: 'kit:thing.siteLabel',
      kind: 'reference',
      source: siteSource(slide?.fieldId ? { [slide.fieldId]: slide.fieldName ?? '' } : undefined),
      clearable: true,
      hint: 'storefront:hint.site',
    },
    { name: 'link', appearance: 'radio' },
    { name: 'page', required: true, showIf: ({ link }: Values) => link === 'page' },
    {
      name: 'address',
      required: true,
      placeholder: 'storefront:hint.addressExample',
      showIf: ({ link }: Values) => link === 'outside',
    },
    { name: 'fromDay', hint: 'storefront:hint.days' },
    { name: 'toDay' },
    { name: 'enabled' },
  ],
  below: ({ values }) => (values.link === 'outside' ? <AllowedHosts /> : null),
  submitLabel: 'kit:action.save',
  success: 'kit:action.saved',
});

function AllowedHosts() {
  const t = useText();
  const { data } = useCall(listLinkHosts, {});
  if (!data) return null;
  return (
    <Hint>
      {data.length > 0
        ? t('storefront:hint.hosts', { hosts: data.join(', ') })
        : t('storefront:hint.noHosts')}
    </Hint>
  );
}

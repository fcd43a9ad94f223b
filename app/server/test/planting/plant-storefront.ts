import { storefrontContract as storefront } from '#features/people/storefront/contract.ts';
import { addDays, businessDay } from '#kit/kernel/time.ts';
import type { People, Planter } from './planter.ts';

/** What a shop shows of itself, with a picture that the demo has uploaded. */
export async function plantStorefront(
  planter: Planter,
  { merchant }: People,
  fieldId: string,
): Promise<void> {
  const [known] = await merchant.call(storefront.listSlides, {});
  const image = known!.image;
  await planter.write(merchant, storefront.saveSlide, { image, fieldId, link: 'none', enabled: true });
  const endsOn = addDays(businessDay(new Date()), 30);
  await planter.write(merchant, storefront.saveFanGroup, { fieldId, qr: image, endsOn });
}

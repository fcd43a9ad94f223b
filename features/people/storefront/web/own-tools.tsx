import { useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { storefrontContract } from '../contract.ts';

const { listSlides, listFanGroups } = storefrontContract;

function ShownNow() {
  const t = useText();
  const { data } = useCall(listSlides, {});
  if (!data) return null;
  const shown = data.filter(({ state }) => state === 'shown').length;
  return <Hint>{t('storefront:tools.slidesShown', { count: shown })}</Hint>;
}

function GroupsNow() {
  const t = useText();
  const { data } = useCall(listFanGroups, { size: 100 });
  if (!data) return null;
  const ended = data.records.filter(({ state }) => state === 'ended').length;
  return (
    <Hint>
      {t('storefront:tools.groups', { count: data.total })}
      {ended > 0 && ` · ${t('storefront:tools.groupsEnded', { count: ended })}`}
    </Hint>
  );
}

const ownTools = [
  {
    to: '/carouselImage',
    icon: 'photo',
    title: 'storefront:screen.slides',
    hint: 'storefront:tools.slidesHint',
    needs: listSlides,
    Figures: ShownNow,
  },
  {
    to: '/fan_groups',
    icon: 'users-group',
    title: 'storefront:screen.fanGroups',
    hint: 'storefront:tools.groupsHint',
    needs: listFanGroups,
    Figures: GroupsNow,
  },
] as const;
export default ownTools;

import { Switch } from '@mantine/core';
import { useAct } from '#kit/ui/api.ts';
import { confirm } from '#kit/ui/confirm.tsx';
import { StatusBadge } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { useCan } from '#kit/ui/session.ts';
import { toast } from '#kit/ui/toast.ts';
import { type SiteRecord, sitesContract } from '../contract.ts';

type Site = Pick<SiteRecord, 'id' | 'name' | 'ifEnable'>;

/** Opens a site at once, closes it after a question: closing turns players away. */
export function OpenSwitch({ site }: { site: Site }) {
  const t = useText();
  const mayEdit = useCan(sitesContract.updateSite);
  const act = useAct(sitesContract.updateSite, {
    onDone: (_, { ifEnable }) => toast.success(t(ifEnable === 1 ? 'sites:list.opened' : 'sites:list.closed')),
  });
  const open = site.ifEnable === 1;
  if (!mayEdit)
    return <StatusBadge tone={open ? 'good' : 'quiet'}>{t(`sites:state.${site.ifEnable}`)}</StatusBadge>;
  const toggle = async () => {
    const agreed =
      !open ||
      (await confirm({
        title: t('sites:list.closeTitle', { name: site.name }),
        body: t('sites:list.closeBody'),
        confirmLabel: t('sites:list.close'),
        danger: true,
      }));
    if (agreed) act.mutate({ id: site.id, ifEnable: open ? 0 : 1 });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the row behind the switch from opening
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboards reach the switch itself
    <div onClick={(event) => event.stopPropagation()}>
      <Switch
        checked={open}
        disabled={act.isPending}
        onChange={() => void toggle()}
        label={t(`sites:state.${site.ifEnable}`)}
        aria-label={t('sites:list.switchLabel', { name: site.name })}
      />
    </div>
  );
}

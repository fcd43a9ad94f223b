import { type Action, callOf } from '#kit/pages/actions.ts';
import { type SiteRecord, sitesContract } from '../contract.ts';

type Site = Pick<SiteRecord, 'id' | 'name' | 'isDefault' | 'equipmentNumber'>;

export const removeAction: Action<Site> = {
  label: 'kit:action.remove',
  icon: 'trash',
  call: callOf(sitesContract.removeSites, (site: Site) => ({ ids: [site.id] })),
  visible: (site) => site.equipmentNumber === 0,
  danger: true,
  confirm: {
    title: 'sites:list.removeTitle',
    body: 'sites:list.removeBody',
    params: (site) => ({ name: site.name }),
  },
  success: 'kit:action.removed',
};

export const siteActions: readonly Action<Site>[] = [
  {
    label: 'sites:list.settings',
    icon: 'settings',
    to: (site) => `/edittfaddress?id=${site.id}`,
    needs: sitesContract.updateSite,
  },
  {
    label: 'sites:screen.editAddress',
    icon: 'map-pin',
    to: (site) => `/editaddress?id=${site.id}`,
    needs: sitesContract.updateSite,
  },
  {
    label: 'sites:list.makeDefault',
    icon: 'star',
    call: callOf(sitesContract.setDefaultSite, (site: Site) => ({ id: site.id })),
    visible: (site) => !site.isDefault,
    success: 'sites:list.defaultMade',
  },
  removeAction,
];

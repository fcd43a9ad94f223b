import { z } from 'zod';
import { text } from '#kit/contract/schemas.ts';
import { askFor, askText } from '#kit/pages/ask.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { openSheet } from '#kit/pages/open-form.ts';
import { toast } from '#kit/ui/toast.ts';
import { type City, galleryContract } from '../contract.ts';

const names = (list: City[]) => list.map((city) => city.name).join('、');

export const ListSample = listPage({
  endpoint: galleryContract.listCities,
  texts: 'gallery:list',
  columns: [
    'name',
    { key: 'id', width: 120 },
    { key: 'provinceName', phone: 'more' },
    { key: 'districtCount', width: 120, phone: 'amount' },
    { key: 'split', width: 120 },
    { key: 'provinceCode', optional: true },
  ],
  search: 'name',
  filters: [{ name: 'provinceCode', label: 'gallery:list.provinceName' }, 'split'],
  rowActions: [
    {
      label: 'kit:action.copy',
      icon: 'copy',
      run: (city) => navigator.clipboard.writeText(city.name),
      success: 'kit:action.copied',
    },
    {
      label: 'gallery:list.rename',
      run: async ({ name }) => {
        const given = await askFor(z.object({ name: text(20, 2) }), {
          texts: 'gallery:list',
          title: 'gallery:list.rename',
          fields: ['name'],
          initial: { name },
        });
        if (given) toast.info(`${name} → ${given.name}`);
      },
    },
    {
      label: 'gallery:list.remark',
      run: async () => {
        const remark = await askText({
          title: 'gallery:list.remark',
          label: 'gallery:list.remark',
          required: true,
        });
        if (remark) toast.info(remark);
      },
    },
    {
      label: 'gallery:list.look',
      run: ({ name, provinceName }) => openSheet({ title: name, content: () => provinceName }),
    },
  ],
  bulkActions: [
    {
      label: 'kit:action.copy',
      icon: 'copy',
      run: (chosen) => toast.info(names(chosen)),
      confirm: { title: 'gallery:list.copyTitle', params: (chosen) => ({ count: chosen.length }) },
    },
  ],
  actions: [{ label: 'gallery:list.toForm', icon: 'plus', primary: true, to: () => '/_kit?part=form' }],
  facts: true,
  empty: { title: 'gallery:list.empty' },
});

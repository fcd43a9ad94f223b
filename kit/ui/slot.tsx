import { type ComponentType, lazy, Suspense } from 'react';
import { loadNamespaces } from './i18n.ts';
import { type SlotModule, type SlotName, slotModulesStore } from './slots.ts';
import { useStore } from './store.ts';

const filled = new Map<string, ComponentType>();

function componentOf(module: SlotModule, name: SlotName): ComponentType | undefined {
  const load = module.slots[name];
  if (!load) return undefined;
  const key = `${module.feature}/${name}`;
  const known = filled.get(key);
  if (known) return known;
  const component = lazy(async () => {
    const [loaded] = await Promise.all([load(), loadNamespaces(module.feature)]);
    return loaded;
  });
  filled.set(key, component);
  return component;
}

/** Everything that features put into a place; nothing while none does. */
export function Slot({ name }: { name: SlotName }) {
  const modules = useStore(slotModulesStore);
  return modules.map((module) => {
    const Filling = componentOf(module, name);
    return (
      Filling && (
        <Suspense key={module.feature} fallback={null}>
          <Filling />
        </Suspense>
      )
    );
  });
}

export function useSlotFilled(name: SlotName): boolean {
  return useStore(slotModulesStore).some((module) => module.slots[name] !== undefined);
}

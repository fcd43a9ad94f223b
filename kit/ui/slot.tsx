import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
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

/** A filling that fails (a chunk of an older build, a bug) leaves its place empty and the page around it alive. */
class Contained extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: Error) {
    console.error(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

/** Everything that features put into a place; nothing while none does. */
export function Slot({ name }: { name: SlotName }) {
  const modules = useStore(slotModulesStore);
  return modules.map((module) => {
    const Filling = componentOf(module, name);
    return (
      Filling && (
        <Contained key={module.feature}>
          <Suspense fallback={null}>
            <Filling />
          </Suspense>
        </Contained>
      )
    );
  });
}

export function useSlotFilled(name: SlotName): boolean {
  return useStore(slotModulesStore).some((module) => module.slots[name] !== undefined);
}

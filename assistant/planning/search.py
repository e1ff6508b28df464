"""Every machine worth a look, judged: which limits it keeps, how long the job takes on it and what that costs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from assistant.knowledge import Knowledge
from assistant.planning import candidates as source
from assistant.planning import host
from assistant.planning.candidate import Candidate
from assistant.planning.constraints import Check, card_checks, machine_checks, money_checks, network_checks
from assistant.planning.fit import Fit, Fitter
from assistant.planning.job import Job
from assistant.planning.machine import OWNED, Machine, Rig
from assistant.planning.places import home_clouds
from assistant.planning.pricing import Limit, convert, limit_of
from assistant.planning.remembered import arithmetic, fitter_of
from assistant.planning.risk import risk_of, risks
from assistant.planning.shared import Judged, Shared, providers_of
from assistant.planning.stopping import Ends, enough
from assistant.sizing.derivation import Derivation


@dataclass(slots=True)
class Search:
    """The search for one job.

    `shared` is common to the searches of one plan: what fits where, and how fast, is the same for every budget.
    """

    kb: Knowledge
    job: Job
    shared: Shared = field(default_factory=Shared)
    fitter: Fitter = field(init=False)
    known: dict[tuple[object, ...], Judged] = field(init=False)
    limit: Limit = field(init=False)
    home: frozenset[str] = field(init=False)
    comfort: float = field(init=False)
    quick: float = field(init=False)
    waste: Derivation | None = field(init=False)
    setup: float = field(init=False)
    latest: float = field(init=False)
    ends: Ends = field(init=False)
    lateness: dict[int, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        asked = arithmetic(self.job)
        self.fitter = fitter_of(self.kb, self.job, asked)
        said = self.job.workload
        self.known = self.shared.judged.setdefault((asked, said.gpu_mentioned, said.gpu_rel, said.allow), {})
        self.limit = limit_of(self.kb, self.job.workload.budget, self.job.currency)
        self.home = home_clouds(self.kb, self.job)
        table = self.kb.constants["planning.comfort_hours"].table
        self.comfort = self.job.workload.deadline_hours or table.get(self.job.task, table["other"])
        self.quick = min(self.comfort, table.get(self.job.task, table["other"]))
        budget = self.job.workload.budget
        if budget is not None and budget.unlimited:
            self.quick *= self.kb.number("planning.objective_unlimited", "comfort")
            self.comfort *= self.kb.number("planning.objective_unlimited", "comfort")
        self.waste = host.spot_waste(self.kb, self.fitter.trainable) if self.spot_allowed else None
        self.setup = self.kb.number("planning.setup_hours")
        self.ends = Ends(self.limit, self.quick, self.job.global_batch, self.kb.number("planning.shrink"))
        self.latest = self.job.workload.deadline_hours or self.kb.number("planning.horizon_hours", "hard")

    @property
    def spot_allowed(self) -> bool:
        """Whether the user agreed to machines that may be taken away."""
        return self.job.workload.spot_ok is True or "spot" in self.job.workload.allow

    def reaches(self, machine: Machine) -> bool:
        """Return whether the reader would rent it: anywhere from China, elsewhere only outside of it, unless said."""
        return machine.owned or machine.provider in self.home or self.abroad

    @property
    def abroad(self) -> bool:
        """Whether clouds of other regions are planned with; readers in China use them, at a disadvantage."""
        said = self.job.workload
        return (said.home or said.lang) == "zh"

    def scarce(self, one: Candidate) -> bool:
        """Return whether a machine abroad is of the newest generation or has hardly a second source.

        Not for a reader who takes such machines as well.
        """
        if not self.abroad or not self.away(one.machine) or "scarce" in self.job.workload.allow:
            return False
        found = risks(self.kb, self.job, one.machine, one.fit, one.spot, self.sources(one.machine))
        return bool({"new", "few_sources"} & set(found))

    def away(self, machine: Machine) -> bool:
        """Return whether a machine stands on a cloud of another region."""
        return not machine.owned and machine.provider not in self.home

    def run(self) -> list[Candidate]:
        """Return every candidate, the user's own hardware first."""
        found: list[Candidate] = []
        own = source.owned_machine(self.kb, self.job)
        if own is not None:
            found.extend(self.of_machine(own, self.own_nodes))
        for rig, machines in self.groups().items():
            found.extend(self.of_group(rig, machines))
        return found

    @property
    def own_nodes(self) -> int:
        """Over how many machines the user's own cards stand."""
        said = self.job.workload
        return source.owned_nodes(self.kb, said.owned.count if said.owned else said.gpu_count or 1)

    @property
    def own_only(self) -> bool:
        """Whether the question is what the user's own hardware can do: it is named, and no money is offered."""
        said = self.job.workload
        if source.owned_machine(self.kb, self.job) is None:
            return False
        if "rent" in said.allow:
            return False
        budget = said.budget
        return said.provider == OWNED or budget is None or (budget.amount is None and not budget.unlimited)

    def sources(self, machine: Machine) -> int:
        """Return how many providers publish a price for as many of the card in one machine."""
        if not self.shared.sources:
            priced = (offer for offer in self.kb.offers.values() if offer.price is not None)
            self.shared.sources.update(providers_of(priced))
        return len(self.shared.sources.get((machine.gpu, machine.count), ()))

    def groups(self) -> dict[Rig, list[Machine]]:
        """Return the machines worth a look, those that behave alike together."""
        said = self.job.workload
        where = (said.provider, said.region, self.spot_allowed, self.job.currency)
        key = (*where, said.gpu_mentioned, said.gpu_count, said.gpu_rel)
        if key not in self.shared.groups:
            self.shared.groups[key] = {
                rig: source.worth_pricing(self.kb, machines, self.job.currency, self.home, self.spot_allowed)
                for rig, machines in source.grouped(source.rented_machines(self.kb, self.job)).items()
            }
        return self.shared.groups[key]

    def of_group(self, rig: Rig, machines: list[Machine]) -> list[Candidate]:
        """Return the candidates of machines that behave alike, in as many copies as make sense."""
        found: list[Candidate] = []
        before: list[Candidate] = []
        wanted = self.job.workload.gpu_count if self.job.workload.gpu_rel not in {"have", "avoid"} else None
        for nodes in source.node_counts(self.kb, rig, wanted):
            these = [one for machine in machines for one in self.of_machine(machine, nodes)]
            found.extend(these)
            if enough(self.ends, these, before) and nodes * rig.per_node >= (wanted or 0):
                break
            before = these
        return found

    def any_feasible(self) -> bool:
        """Return whether anything keeps the limits, looking no further than the first that does."""
        own = source.owned_machine(self.kb, self.job)
        if own is not None and any(one.feasible for one in self.of_machine(own, self.own_nodes)):
            return True
        if self.own_only:
            return False
        return any(
            one.feasible and self.reaches(one.machine) and not self.scarce(one)
            for rig, machines in self.groups().items()
            for one in self.of_group(rig, machines)
        )

    def of_machine(self, machine: Machine, nodes: int) -> list[Candidate]:
        """Return the candidates of `nodes` machines of one kind: on demand, and as spot where that is allowed."""
        judged = self._judged(machine, nodes)
        found = [self._candidate(machine, judged, machine.price, spot=False)]
        if self.spot_allowed and machine.spot_price is not None:
            found.append(self._candidate(machine, judged, machine.spot_price, spot=True))
        return found

    def _judged(self, machine: Machine, nodes: int) -> Judged:
        """Return the layout on `nodes` machines, judged for all that money and the amount of data do not change."""
        key = (machine.id, machine.instance, machine.count, machine.owned, nodes)
        if key not in self.known:
            rig = Rig(
                machine.gpu,
                machine.count,
                nodes,
                machine.link,
                machine.gbps if nodes > 1 else None,
                machine.rdma if nodes > 1 else None,
            )
            self.known[key] = self._judge(machine, self._fed(machine, self.fitter.on(rig)))
        return self.known[key]

    def _judge(self, machine: Machine, fit: Fit) -> Judged:
        broken = card_checks(self.kb, self.job, fit, machine.owned)
        broken += network_checks(self.kb, self.job, fit, self.unhindered(machine, fit), self.fitter.trainable)
        broken += machine_checks(self.kb, self.job, machine, fit)
        plain = risk_of(self.kb, self.job, machine, fit, False, self.sources(machine))
        return Judged(fit, tuple(broken), plain, plain + self.kb.number("planning.objective", "spot"))

    def unhindered(self, machine: Machine, fit: Fit) -> float:
        """Return the rate of the job were the network that was told no limit: what it should be is read off that."""
        if fit.rig.nodes == 1 or source.stated_gbps(self.job, own=machine.owned) is None:
            return fit.rate[1]
        return self.fitter.rate(replace(fit.rig, gbps=None), fit.layout)[1]

    def _fed(self, machine: Machine, fit: Fit) -> Fit:
        """Return `fit` at the rate at which the processors of the machine can feed its cards."""
        most = host.fed(self.kb, self.job, machine, fit.rig.nodes)
        if most is None:
            return fit
        low, mid, high = fit.rate
        spread = self.kb.number("data.fed_spread", "rl" if self.job.task == "rl" else "vision")
        bounded = (min(low, most.value / spread), min(mid, most.value), min(high, most.value * spread))
        return fit if bounded == fit.rate else replace(fit, rate=bounded)

    def _candidate(self, machine: Machine, judged: Judged, price: float | None, *, spot: bool) -> Candidate:
        fit = judged.fit
        hours = self.hours(fit, spot)
        billed = hours[1] + self.setup
        per_hour = (
            None if price is None else convert(self.kb, price, machine.currency, self.job.currency) * fit.rig.nodes
        )
        broken = list(judged.broken)
        if per_hour is None:
            broken.append(Check("availability", None, None, "", "reject.unpriced"))
        elif fit.fits and fit.rate[1] > 0:
            broken += money_checks(self.limit, per_hour, billed, fit.rig.gpus)
        if fit.fits and fit.rate[1] > 0 and hours[1] > self.latest:
            word = "" if self.job.workload.deadline_hours else "reject.horizon"
            broken.append(Check("deadline", hours[1], self.latest, "h", word))
        risk = judged.spot_risk if spot else judged.risk
        return Candidate(machine, fit, spot, per_hour, hours, billed, tuple(broken), risk)

    def hours(self, fit: Fit, spot: bool) -> tuple[float, float, float]:
        """Return hours of the run, low, mid and high; infinite where it does not fit."""
        low, mid, high = fit.rate
        if mid <= 0:
            return (float("inf"),) * 3
        waste = 1 + self.waste.value if spot and self.waste is not None else 1.0
        work = self.job.amount.value * waste / 3600
        late = self._late(fit.rig.nodes)
        return work / high + late, work / mid + late, work / low + late

    def _late(self, nodes: int) -> float:
        """Return hours by which loading the weights onto so many machines outlasts the set-up that is paid for."""
        if nodes not in self.lateness:
            loading = host.loading(self.kb, self.job, nodes)
            self.lateness[nodes] = max(loading.value - self.setup, 0.0) if loading else 0.0
        return self.lateness[nodes]

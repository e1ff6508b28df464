"""Price lists: read what others publish, write what they read."""

from assistant.knowledge.catalogue.export import FORMATS, write_offers
from assistant.knowledge.catalogue.reader import PriceList, read_offers, read_price_list

__all__ = ["FORMATS", "PriceList", "read_offers", "read_price_list", "write_offers"]

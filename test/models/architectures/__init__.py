"""Networks of papers, built with weights of our own: NETWORKS[name]() is a graph.Graph."""

from .bert import bert_base
from .googlenet import googlenet
from .mobilenet import mobilenet_v1, mobilenet_v2
from .plain import alexnet, vgg16, vgg19
from .resnet import resnet50, resnet101, resnet152

NETWORKS = {make.__name__: make for make in (alexnet, vgg16, vgg19, googlenet, resnet50, resnet101, resnet152,
                                             mobilenet_v1, mobilenet_v2, bert_base)}
